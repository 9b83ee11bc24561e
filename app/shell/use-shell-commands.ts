import { useNavigate } from "@remix-run/react";
import { Keyboard, Search } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";
import { keyActions } from "#app/shell/key-actions";
import { usePalette } from "#app/shell/palette/palette-context";
import { useShell } from "#app/shell/shell-context";

const onlySaid = { keyOnly: true, disabled: "Answered where one is" } as const;

/** Registers the frame's commands that have keys. The others come with the palette (`palette/use-offered-commands.ts`). */
export const useShellCommands = (): void => {
	const { orgName, organisation, user } = useShell();
	const { privileges } = user;
	const { course } = organisation.aliases;
	const palette = usePalette();
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(
		() => [
			...keyActions({ orgName, privileges, course }).map(
				({ to, ...command }): Command => ({ ...command, run: () => navigate(to) }),
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
		[orgName, privileges, course, palette, navigate],
	);
	useCommands(commands);
};
