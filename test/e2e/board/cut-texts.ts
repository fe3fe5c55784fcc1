/** A text on the board of which a part cannot be seen. */
export interface CutText {
  readonly text: string;
  /** Classes of its element. */
  readonly element: string;
  /** Id of the row that contains it; absent outside of the list. */
  readonly row?: string;
}

/**
 * Returns the visible texts of the board that are cut off: by an ellipsis, a limited number of lines, or the edge of an element. What is
 * outside of an element that scrolls can be reached, and does not count. Evaluated in a page.
 */
export function cutTexts(): CutText[] {
  const root = document.querySelector('landfall-arrivals')?.shadowRoot;
  if (!root) throw new Error('No board');
  // A text that is more than half a pixel too wide is truncated. A line is higher than its characters: these are visible even if a few
  // pixels of the line are outside of its element.
  const [tolerancePx, linePx] = [0.5, 3];
  const found: CutText[] = [];
  const report = (element: Element, text: string): void => {
    const row = element.closest<HTMLElement>('[data-id]')?.dataset['id'];
    const place = [element, element.parentElement].map((each) => each?.getAttribute('class') ?? each?.localName).join(' in ');
    found.push({ text: text.replaceAll(/\s+/g, ' ').trim(), element: place, ...(row !== undefined && { row }) });
  };
  const isHidden = (element: Element): boolean =>
    element.closest('.hidden, [inert], .ruler') !== null || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (text.trim() === '' || parent === null || isHidden(parent) || parent.closest('style, title, option') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    for (let box: Element | null = parent; box !== null; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if ([overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')) break;
      const [clipsX, clipsY] = [overflowX !== 'visible', overflowY !== 'visible'];
      const edge = box.getBoundingClientRect();
      const isCut = rects.some(
        ({ left, right, top, bottom }) =>
          (clipsX && (left < edge.left - tolerancePx || right > edge.right + tolerancePx)) ||
          (clipsY && (top + linePx < edge.top || bottom - linePx > edge.bottom)),
      );
      if (!isCut) continue;
      report(parent, text);
      break;
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const input of root.querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
    if (isHidden(input) || pen === null) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (pen.measureText(input.placeholder).width > room) report(input, input.placeholder);
  }
  return found;
}
