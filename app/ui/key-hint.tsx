import { classNames } from "#app/ui/class-names";
import { Kbd } from "#app/ui/kbd";

export interface KeyHintProps {
	/** The keys in the order they are pressed: ["G", "P"]. */
	keys: readonly string[];
	/** What the keys do, when no text next to them says it. */
	label?: string;
	onAccent?: boolean;
	className?: string;
}

/** The keys of a command. Hidden on devices without a keyboard. */
export const KeyHint = ({ keys, label, onAccent, className }: KeyHintProps) => (
	<span
		className={classNames("hidden items-center gap-1 text-sm sm:inline-flex", !onAccent && "text-text-3", className)}
	>
		{keys.map((key, at) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have a key twice, and never changes its order.
			<Kbd key={at} onAccent={onAccent}>
				{key}
			</Kbd>
		))}
		{label && <span className="ml-0.5">{label}</span>}
	</span>
);
