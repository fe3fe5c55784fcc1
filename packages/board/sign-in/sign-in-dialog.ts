import type { SignInFailure } from './sign-in.ts';
import { signInWords } from './sign-in-words.ts';

/** An action that the person can take. */
export interface PersonAction {
  readonly label: string;
  readonly run: () => void;
}

export interface SignInProblem {
  readonly failure: SignInFailure | 'NOT_ACCEPTED';
  /** Issuer of the provider. */
  readonly issuer: string;
  /** The message of the provider. */
  readonly detail?: string;
}

/**
 * Returns the elements that explain a problem: a heading, a text, the message of the provider, and buttons. The first
 * button is the primary one.
 */
export function problemElements({ failure, issuer, detail }: SignInProblem, actions: readonly PersonAction[]): HTMLElement[] {
  const { title, text } = signInWords().failures[failure];
  return [
    element('h2', title),
    element('p', text(new URL(issuer).host)),
    ...(failure === 'REFUSED' && detail ? [element('pre', detail)] : []),
    buttonsOf(actions),
  ];
}

/** Returns a row of buttons. */
export function buttonsOf(actions: readonly PersonAction[]): HTMLElement {
  const row = element('div', '');
  row.className = 'actions';
  for (const { label, run } of actions) {
    const button = element('button', label);
    button.type = 'button';
    button.addEventListener('click', run);
    row.append(button);
  }
  return row;
}

let shown: HTMLDialogElement | undefined;

/** Shows a problem over the page, replacing an earlier one. */
export function showProblem(problem: SignInProblem, actions: readonly PersonAction[]): void {
  if (shown?.open && shown.dataset['failure'] === problem.failure) return;
  hideProblem();
  const dialog = document.createElement('dialog');
  const closing = actions.map(({ label, run }) => ({
    label,
    run: () => {
      dialog.close();
      run();
    },
  }));
  const [heading, ...rest] = problemElements(problem, closing);
  if (heading !== undefined) heading.id = 'sign-in-problem';
  dialog.setAttribute('aria-labelledby', 'sign-in-problem');
  dialog.dataset['failure'] = problem.failure;
  dialog.append(...(heading === undefined ? [] : [heading]), ...rest);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  shown = dialog;
}

export function hideProblem(): void {
  shown?.close();
  shown = undefined;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
