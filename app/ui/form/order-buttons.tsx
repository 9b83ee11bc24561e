import type { FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button";
import { announce } from "#app/ui/focus/announce";

interface OrderButtonsProps {
	/** What the entry is called in sentences. */
	called: string;
	index: number;
	length: number;
	form: Pick<FormMetadata, "remove" | "reorder">;
	/** The name of the list in the form. */
	name: string;
	isKept?: boolean;
}

/** Moves an entry of a nested list, or removes it; without scripts too. */
export const OrderButtons = ({ called, index, length, form, name, isKept = false }: OrderButtonsProps) => {
	const up = useRef<HTMLButtonElement>(null);
	const down = useRef<HTMLButtonElement>(null);
	const pressed = useRef<"up" | "down">();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each move.
	useEffect(() => {
		if (!pressed.current) return;
		const [own, other] = pressed.current === "up" ? [up.current, down.current] : [down.current, up.current];
		pressed.current = undefined;
		// why: moving an element takes the focus from it, and at the end of the list its button is disabled.
		(own?.disabled ? other : own)?.focus();
		announce(`Moved to place ${index + 1} of ${length}`);
	}, [index]);
	const order = (way: "up" | "down", to: number) => ({
		...form.reorder.getButtonProps({ name, from: index, to }),
		disabled: to < 0 || to >= length,
		"aria-label": `Move ${called} ${way}`,
		onClick: () => {
			pressed.current = way;
		},
	});
	return (
		<>
			<Button ref={up} {...order("up", index - 1)} icon={ArrowUp} />
			<Button ref={down} {...order("down", index + 1)} icon={ArrowDown} />
			<Button
				{...form.remove.getButtonProps({ name, index })}
				icon={Trash2}
				disabled={isKept}
				aria-label={`Remove ${called}`}
			/>
		</>
	);
};
