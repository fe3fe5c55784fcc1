import type { Page } from 'playwright-core';
import { openTab } from '../../support/browser.ts';

/** Models of the editor, by the names of GraphiQL. */
type Pane = 'operation.graphql' | 'variables.json' | 'request-headers.json' | 'response.json';

/** Size and scroll position of a pane, in pixels. */
export interface Scroll {
  readonly top: number;
  readonly height: number;
  readonly shownHeight: number;
}

/** Where a pane is on the page. Editors scroll by themselves; `plugin` is an element that scrolls. */
const places = {
  'operation.graphql': '.graphiql-query-editor .monaco-editor',
  'response.json': '.result-window',
  plugin: '.graphiql-plugin',
} as const;

type Place = keyof typeof places;

/** GraphiQL in a tab of a browser. */
export interface GraphiqlPage extends AsyncDisposable {
  readonly page: Page;
  /** Opens an example in a new tab. */
  openExample(name: string): Promise<void>;
  /** Replaces the text of a pane. */
  write(pane: Exclude<Pane, 'response.json'>, text: string): Promise<void>;
  /** Starts or stops the operation. */
  pressExecute(): Promise<void>;
  /** Resolves when the response pane contains the text. @returns the whole response */
  answerWith(text: string): Promise<unknown>;
  /** Turns the mouse wheel over a pane and waits until the pane has scrolled. @returns its previous position */
  turnWheel(place: Place): Promise<Scroll>;
  /** Errors in the page, and all its requests to other origins. */
  readonly pageErrors: readonly string[];
}

/** Opens the page with all other origins blocked, and waits until it can be used. */
export async function openGraphiql(server: string, path = '/graphiql'): Promise<GraphiqlPage> {
  const { origin } = new URL(server);
  const tab = await openTab();
  const { page } = tab;
  const pageErrors: string[] = [];
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) pageErrors.push(`asked ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  const telling = await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      reportError(new Error(`${violatedDirective} refused ${blockedURI}`));
    });
  });
  await page.goto(server + path);
  await telling.dispose();
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  // The page handles a new text after a moment, and names the tab after it. Until then it would execute the previous
  // operation.
  const isNamed = (operation: string) => page.locator('.graphiql-tab-active').getByTitle(operation, { exact: true }).waitFor();
  return {
    page,
    pageErrors,
    openExample: async (name) => {
      const operation = name.replaceAll(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase());
      await page.getByRole('button', { name, exact: true }).click();
      await isNamed(operation);
    },
    write: async (pane, text) => {
      await page.evaluate(writeModel, { pane, text });
      const name = /^\s*(?:query|subscription) (\w+)/m.exec(text)?.[1];
      if (pane === 'operation.graphql' && name !== undefined) await isNamed(name);
    },
    pressExecute: () => page.locator('.graphiql-execute-button').click(),
    answerWith: async (text) => {
      const answer = await page.waitForFunction(readModel, { pane: 'response.json', text });
      return JSON.parse((await answer.jsonValue()) ?? 'null');
    },
    turnWheel: async (place) => {
      const scroll = await page.evaluate(readScroll, { place, selector: places[place] });
      await page.locator(places[place]).hover();
      await page.mouse.wheel(0, 100);
      await page.waitForFunction(readScroll, { place, selector: places[place], top: scroll?.top ?? 0 });
      return scroll ?? { top: 0, height: 0, shownHeight: 0 };
    },
    [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose](),
  };
}

interface Model {
  readonly uri: { readonly path: string };
  getValue(): string;
  setValue(text: string): void;
}

/** Runs in the page, where GraphiQL exposes its editor. */
function writeModel({ pane, text }: { pane: string; text: string }): void {
  const models: Model[] = Reflect.get(globalThis, '__MONACO').editor.getModels();
  models.find(({ uri }) => uri.path.endsWith(pane))?.setValue(text);
}

/** Runs in the page. @returns the text of the pane when it contains a part of it */
function readModel({ pane, text }: { pane: string; text: string }): string | undefined {
  const models: Model[] = Reflect.get(globalThis, '__MONACO').editor.getModels();
  const value = models.find(({ uri }) => uri.path.endsWith(pane))?.getValue();
  return value?.includes(text) ? value : undefined;
}

interface Editor {
  getModel(): Model | null;
  getScrollTop(): number;
  getScrollHeight(): number;
  getLayoutInfo(): { readonly height: number };
}

/** Runs in the page. @returns undefined while the position is still the previous one, `top` */
function readScroll({ place, selector, top }: { place: string; selector: string; top?: number }): Scroll | undefined {
  const editors: Editor[] = Reflect.get(globalThis, '__MONACO').editor.getEditors();
  const editor = editors.find((each) => each.getModel()?.uri.path.endsWith(place));
  const { scrollTop, scrollHeight, clientHeight } = document.querySelector(selector) ?? document.body;
  const scroll = editor
    ? { top: editor.getScrollTop(), height: editor.getScrollHeight(), shownHeight: editor.getLayoutInfo().height }
    : { top: scrollTop, height: scrollHeight, shownHeight: clientHeight };
  return scroll.top === top ? undefined : scroll;
}
