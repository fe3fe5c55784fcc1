/** Returns the value of an `Authorization` header for a name and a password. @see RFC 7617 */
export function basicCredential(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
