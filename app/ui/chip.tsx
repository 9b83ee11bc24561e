import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { iconProps } from "#app/ui/icon";
import { VisuallyHidden } from "#app/ui/visually-hidden";

const base = "inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap transition-colors";

/** A filter that is not set: dashed, for a link, a `summary` or a menu's button. */
export const chipClass = classNames(base, "border-dashed border-line-2 text-text-2 hover:bg-hover hover:text-text");

/** A filter that is set: its whole width is the link that removes it. */
export const FilterChip = ({ children, removeTo }: { children: ReactNode; removeTo: string }) => (
	<Link
		to={removeTo}
		preventScrollReset
		className={classNames(base, "border-transparent bg-accent-soft text-accent hover:border-accent")}
	>
		<VisuallyHidden>Remove filter </VisuallyHidden>
		{children}
		<X {...iconProps} size={14} />
	</Link>
);
