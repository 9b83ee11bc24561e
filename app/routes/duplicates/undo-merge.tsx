import { useNavigation } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import { inWords } from "#app/format/in-words";
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

/** Asks once before two applicants are made of one again, and says what stays; or why it cannot be. */
export const UndoMerge = ({ merge, mayUndo }: UndoMergeProps) => {
	const { mergedName, mergedNumber, keptNumber, changedSince, lost, cannotUndo } = merge;
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
				<h2 className="text-base font-medium">Make two applicants of one again?</h2>
				<p>
					{mergedName} ({mergedNumber}) is in the lists again, with everything that came from there. {keptNumber} gets
					back what it had.
				</p>
				{changedSince.length > 0 && (
					<Callout tone="warning">
						Changed since the merge, and so left with {keptNumber} as it is: {inWords(changedSince)}.
					</Callout>
				)}
				{lost && <Callout tone="warning">{lost}</Callout>}
				<SignedInForm method="post">
					<Button variant="danger" pending={formMethod === "POST"}>
						Undo the merge of {mergedNumber}
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
							keywords: "split two applicants take back",
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
