import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { Button, type ButtonProps } from "#app/ui/button";

interface OrderButtonsProps {
	/** What the entry is called in sentences. */
	called: string;
	index: number;
	length: number;
	/** Returns Conform's button that moves the entry to another place. */
	move(to: number): ButtonProps;
	/** Conform's button that removes it. */
	remove: ButtonProps;
	isKept?: boolean;
}

/** Moves an entry of a nested list, or removes it; without scripts too. */
export const OrderButtons = ({ called, index, length, move, remove, isKept = false }: OrderButtonsProps) => (
	<>
		<Button {...move(index - 1)} icon={ArrowUp} disabled={index === 0} aria-label={`Move ${called} up`} />
		<Button {...move(index + 1)} icon={ArrowDown} disabled={index === length - 1} aria-label={`Move ${called} down`} />
		<Button {...remove} icon={Trash2} disabled={isKept} aria-label={`Remove ${called}`} />
	</>
);
