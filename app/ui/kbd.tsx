import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";

/** One key. `onAccent` for a key inside a primary button. */
export const Kbd = ({ children, onAccent = false }: { children: ReactNode; onAccent?: boolean }) => (
	<kbd
		className={classNames(
			"inline-block min-w-5 self-center rounded-sm border px-1 text-center font-sans text-sm leading-4",
			onAccent ? "border-current" : "border-line-2 bg-panel text-text-3",
		)}
	>
		{children}
	</kbd>
);
