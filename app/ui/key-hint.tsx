import { classNames } from "#app/ui/class-names";
import { Kbd } from "#app/ui/kbd";

export interface KeyHintProps {
	/** The keys in the order they are pressed: ["G", "P"]. */
	keys: readonly string[];
	/** What they do, when nothing beside them says it. */
	label?: string;
	onAccent?: boolean;
	className?: string;
}

/** Keys beside a command. Not shown where there is no keyboard to speak of. */
export const KeyHint = ({ keys, label, onAccent, className }: KeyHintProps) => (
	<span
		className={classNames("hidden items-center gap-1 text-sm sm:inline-flex", !onAccent && "text-text-3", className)}
	>
		{keys.map((key) => (
			<Kbd key={key} onAccent={onAccent}>
				{key}
			</Kbd>
		))}
		{label && <span className="ml-0.5">{label}</span>}
	</span>
);
