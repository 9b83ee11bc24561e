import type { MetaFunction } from "@remix-run/cloudflare";

/** Returns the `meta` of a page with a fixed title: "Downloads · Matricula". */
export const titled = (title: string) => () => [{ title: `${title} · Matricula` }];

/** Returns the `meta` of a dialog or a tab, before the title of the page below it: "Send Email · Ada Obi · Matricula". */
export const titledOver =
	(title: string): MetaFunction =>
	({ matches }) => {
		const titles = matches.flatMap(({ meta }) => meta.flatMap((part) => ("title" in part ? [part.title] : [])));
		return [{ title: `${title} · ${titles.at(-1) ?? "Matricula"}` }];
	};
