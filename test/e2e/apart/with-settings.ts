/** Runs a function with these settings as the only environment variables. */
export async function withSettings<T>(settings: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
  const environment = process.env;
  process.env = { ...settings };
  try {
    return await act();
  } finally {
    process.env = environment;
  }
}
