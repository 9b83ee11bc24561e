import type { MetaFunction } from "@remix-run/cloudflare";
import type { loader } from "#app/shell/layout";

/** Returns the `meta` of a page with a fixed title: "Downloads · Matricula". */
export const titled = (title: string) => () => [{ title: `${title} · Matricula` }];

/**
 * Returns the `meta` of a dialog or a tab, before the title of the page below it: "Send Email · Ada Obi · Matricula".
 * `{course}` is the institution's word for one.
 */
export const titledOver =
	(title: string): MetaFunction<unknown, { shell: typeof loader }> =>
	({ matches }) => {
		const titles = matches.flatMap(({ meta }) => meta.flatMap((part) => ("title" in part ? [part.title] : [])));
		const frame = matches.find(({ id }) => id === "shell");
		const course = frame?.data?.organisation.aliases.course ?? "course";
		return [{ title: `${title.replace("{course}", course)} · ${titles.at(-1) ?? "Matricula"}` }];
	};
