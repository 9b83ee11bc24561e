import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "#app/ui/icon-button";

interface MoveButtonsProps {
	/** What the buttons do: "move-field". */
	what: string;
	/** The section, or the section and the field. */
	of: string;
	name: string;
	isFirst: boolean;
	isLast: boolean;
}

/** Moves a section or field one place; with a button focused, the arrow keys press the other one too. */
export const MoveButtons = ({ what, of, name, isFirst, isLast }: MoveButtonsProps) => {
	const press = (event: KeyboardEvent<HTMLButtonElement>) => {
		const way = { ArrowUp: "earlier", ArrowDown: "later" }[event.key];
		if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		const button = event.currentTarget.parentElement?.querySelector<HTMLButtonElement>(
			`button[value="${CSS.escape(`${what} ${way} ${of}`)}"]`,
		);
		if (button && button.getAttribute("aria-disabled") !== "true") button.click();
	};
	const edge = (isAtEdge: boolean) =>
		// why not disabled: the button keeps its focus when what it moves has come to the end.
		isAtEdge ? { "aria-disabled": true, onClick: (event: { preventDefault(): void }) => event.preventDefault() } : {};
	return (
		<span className="flex gap-1">
			<IconButton
				{...edge(isFirst)}
				name="do"
				value={`${what} earlier ${of}`}
				label={`Move ${name} up`}
				icon={ArrowUp}
				size="small"
				onKeyDown={press}
			/>
			<IconButton
				{...edge(isLast)}
				name="do"
				value={`${what} later ${of}`}
				label={`Move ${name} down`}
				icon={ArrowDown}
				size="small"
				onKeyDown={press}
			/>
		</span>
	);
};
