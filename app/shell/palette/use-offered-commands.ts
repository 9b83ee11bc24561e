import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { useMemo } from "react";
import { isOfWholeInstitution } from "#app/session/may-call";
import { type Command, useAllCommands } from "#app/shell/commands";
import { shellActions } from "#app/shell/palette/shell-actions";
import { useShell } from "#app/shell/shell-context";

/** Returns every command that can be run here: those of every page, and those that the mounted screens have registered. */
export const useOfferedCommands = (): readonly Command[] => {
	const { orgName, organisation, user, csrf, preferences, hasOutbox, views } = useShell();
	const { privileges } = user;
	const { aliases, timeZone } = organisation;
	const { course } = aliases;
	const registered = useAllCommands();
	const navigate = useNavigate();
	const submit = useSubmit();
	const { pathname, search } = useLocation();
	const here = pathname + search;
	const isWhole = isOfWholeInstitution(user);
	// why: there the list's own commands mean what it shows.
	const isOnList = pathname.startsWith(`/${orgName}/applicants`);
	const everywhere = useMemo(
		() =>
			shellActions({
				orgName,
				privileges,
				isWhole,
				course,
				preferences,
				hasOutbox,
				views,
				here,
				timeZone,
				now: Date.now(),
			})
				.filter(({ id }) => !(isOnList && id.startsWith("list-")))
				.map(
					({ to, form, ...command }): Command => ({
						...command,
						run: () =>
							form
								? submit({ ...form.fields, csrf }, { method: "post", action: form.action, preventScrollReset: true })
								: navigate(to),
					}),
				),
		[
			orgName,
			privileges,
			isWhole,
			course,
			timeZone,
			preferences,
			hasOutbox,
			views,
			csrf,
			navigate,
			submit,
			here,
			isOnList,
		],
	);
	return useMemo(() => {
		const ids = new Set(everywhere.map(({ id }) => id));
		return [...everywhere, ...registered.filter(({ id }) => !ids.has(id))];
	}, [everywhere, registered]);
};
