/** A sentence of the models, whose texts are plain (command line, JSON), with the unit as it stands on screen. */
export const formatWords = (text: string): string => text.replace(/(?<=\d |\bin )us\b/g, "µs");
