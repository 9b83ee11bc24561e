import { useNavigation } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { getMerge } from "#worker/services/duplicates/contract";

interface UndoMergeProps {
	merge: EndpointResponse<typeof getMerge>;
	mayUndo: boolean;
}

const panelId = "undo-merge";

/** Asks for confirmation before a merge is undone, or says why it cannot be. */
export const UndoMerge = ({ merge, mayUndo }: UndoMergeProps) => {
	const { sourceName, sourceNumber, targetNumber, cannotUndo } = merge;
	const { formMethod } = useNavigation();
	useUndoCommand(mayUndo, cannotUndo);
	if (cannotUndo) return <Callout>{cannotUndo}</Callout>;
	if (!mayUndo) return null;
	return (
		<details id={panelId} className="group/undo">
			<summary
				className={buttonClass({
					className: "w-fit cursor-pointer list-none group-open/undo:mb-3 [&::-webkit-details-marker]:hidden",
				})}
			>
				<Undo2 {...iconProps} />
				Undo this merge
			</summary>
			<Card className="grid grid-cols-1 gap-3 p-4 max-sm:p-3">
				<h2 className="text-base font-medium">Undo this merge?</h2>
				<p>
					{sourceName} ({sourceNumber}) becomes a separate record again, and both records are as they were before the
					merge. Everything that moved to {targetNumber} moves back.
				</p>
				<SignedInForm method="post">
					<Button variant="danger" pending={formMethod === "POST"}>
						Undo the merge of {sourceNumber}
					</Button>
				</SignedInForm>
			</Card>
		</details>
	);
};

const useUndoCommand = (mayUndo: boolean, cannotUndo: string | null): void => {
	const commands = useMemo<Command[]>(
		() =>
			mayUndo
				? [
						{
							id: "undo-this-merge",
							title: "Undo this merge…",
							group: "Undo",
							icon: Undo2,
							keywords: "split two applicants",
							disabled: cannotUndo ?? undefined,
							run: () => {
								const panel = document.getElementById(panelId);
								if (!(panel instanceof HTMLDetailsElement)) return;
								panel.open = true;
								panel.querySelector<HTMLElement>("form button")?.focus();
							},
						},
					]
				: [],
		[mayUndo, cannotUndo],
	);
	useCommands(commands);
};
