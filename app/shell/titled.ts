import type { MetaDescriptor, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { inAlias } from "#app/format/in-alias";
import type { loader } from "#app/shell/layout";

/** Returns the `meta` of a page with a fixed title: "Downloads · Matricula". */
export const titled = (title: string) => () => [{ title: `${title} · Matricula` }];

/** Returns the `meta` of a page whose title has the institution's word for courses: `{Courses}`. */
export const titledInAlias =
	(title: string): MetaFunction<unknown, { shell: typeof loader }> =>
	({ matches }) => [{ title: `${inAlias(title, aliasIn(matches))} · Matricula` }];

/** Returns the institution's word for a course. */
const aliasIn: (matches: readonly { id: string; data?: unknown }[]) => string = (matches) => {
	const frame = matches.find(({ id }) => id === "shell")?.data as SerializeFrom<typeof loader> | undefined;
	return frame?.organisation.aliases.course ?? "course";
};

/**
 * Returns the `meta` of a dialog or a tab, before the title of the page below it: "Send Email · Ada Obi · Matricula".
 * `{course}` is the institution's word for one.
 */
export const titledOver =
	(title: string): MetaFunction<unknown, { shell: typeof loader }> =>
	({ matches }) =>
		nameOver(inAlias(title, aliasIn(matches)), matches);

/** Does the same where the name of what is shown is the title: `titledOver` of a loader's data. */
export const nameOver = (name: string, matches: readonly { meta: readonly MetaDescriptor[] }[]) => {
	const titles = matches.flatMap(({ meta }) => meta.flatMap((part) => ("title" in part ? [part.title] : [])));
	return [{ title: `${name} · ${titles.at(-1) ?? "Matricula"}` }];
};
