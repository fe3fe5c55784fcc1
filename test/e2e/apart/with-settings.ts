/** Does something for which these settings are the environment, and nothing else is. */
export async function withSettings<T>(settings: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
  const environment = process.env;
  process.env = { ...settings };
  try {
    return await act();
  } finally {
    process.env = environment;
  }
}
