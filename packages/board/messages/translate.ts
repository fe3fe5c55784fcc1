/** Returns the text in the language of the viewer. */
export type Translate = (english: string, german: string) => string;
