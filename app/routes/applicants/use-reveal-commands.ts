import { Eye } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";
import { revealButton } from "#app/ui/form-view/masked-answer";
import type { ReadSection } from "#worker/contract/forms/form-reading";

/** Adds a command for each masked answer, which presses its button. @param sections null for users who may reveal nothing */
export const useRevealCommands = (sections: readonly ReadSection[] | null): void => {
	const commands = useMemo(
		() =>
			(sections ?? [])
				.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields))
				.filter(({ kind }) => kind === "masked")
				.map(
					({ fieldId, label }): Command => ({
						id: `applicant-reveal-${fieldId}`,
						title: `Reveal ${label}`,
						group: "Applicant",
						icon: Eye,
						keywords: "sensitive masked show privacy",
						run: () => document.getElementById(revealButton(fieldId))?.click(),
					}),
				),
		[sections],
	);
	useCommands(commands);
};
