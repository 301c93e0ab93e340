/** Whether a text begins as P4 source does: by a directive, a comment, an annotation or a declaration. */
export const isP4Text = (text: string): boolean =>
  /^\s*(#|\/\/|\/\*|@|header|struct|typedef|const|enum|error|extern|parser|control|match_kind)/.test(text);
