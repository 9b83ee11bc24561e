/** Returns the `meta` of a page with a fixed title: "Downloads · Matricula". */
export const titled = (title: string) => () => [{ title: `${title} · Matricula` }];
