import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { Keyboard, Search } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";
import { usePalette } from "#app/shell/palette/palette-context";
import { shellActions } from "#app/shell/palette/shell-actions";
import { useShell } from "#app/shell/shell-context";

const onlySaid = { keyOnly: true, disabled: "Answered where one is" } as const;

export const useShellCommands = (): void => {
	const { orgName, organisation, user, csrf, preferences, hasOutbox, views } = useShell();
	const { aliases, timeZone } = organisation;
	const { course } = aliases;
	const palette = usePalette();
	const navigate = useNavigate();
	const submit = useSubmit();
	const { pathname, search } = useLocation();
	const here = pathname + search;
	// why: there the list's own commands mean what it shows.
	const isOnList = pathname.startsWith(`/${orgName}/applicants`);
	const commands = useMemo<Command[]>(
		() => [
			...shellActions({
				...{ orgName, privileges: user.privileges, course, preferences, hasOutbox, views, here },
				...{ timeZone, now: Date.now() },
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
			{
				id: "palette",
				title: "Search or run a command",
				group: "Help",
				icon: Search,
				keys: ["mod+k"],
				everywhere: true,
				keyOnly: true,
				run: palette.toggle,
			},
			// why: dialogs and forms handle these keys themselves; they are declared for the key sheet.
			{ id: "close", title: "Close a dialog or the applicant", group: "Help", keys: ["Escape"], ...onlySaid },
			{ id: "messages", title: "Go to the messages in the corner", group: "Help", keys: ["alt+T"], ...onlySaid },
			{ id: "submit", title: "Send the form one types in", group: "Help", keys: ["mod+Enter"], ...onlySaid },
			{
				id: "key-sheet",
				title: "Keyboard shortcuts",
				group: "Help",
				icon: Keyboard,
				keywords: "keys help",
				keys: ["?"],
				run: palette.openKeySheet,
			},
		],
		[
			orgName,
			user.privileges,
			course,
			timeZone,
			preferences,
			hasOutbox,
			views,
			csrf,
			palette,
			navigate,
			submit,
			here,
			isOnList,
		],
	);
	useCommands(commands);
};
