/** The key is in `sessionStorage`, because in `localStorage` it would outlive the tab of the user. */
const name = 'landfall-api-key';

/** Returns the API key that was entered in this tab. */
export function storedKey(): string | undefined {
  return sessionStorage.getItem(name) ?? undefined;
}

export function storeKey(key: string): void {
  sessionStorage.setItem(name, key);
}
