import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Glyph } from "#app/ui/glyph";
import { Link } from "#app/ui/link";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A filter that is not set: dashed, for a link, a `summary` or a menu's button. */
export const chipClass = "chip-unset";

/** A filter that is set: its whole width is the link that removes it. */
export const FilterChip = ({ children, removeTo }: { children: ReactNode; removeTo: string }) => (
	<Link
		to={removeTo}
		preventScrollReset
		className="chip border-transparent bg-accent-soft text-accent hover:border-accent"
	>
		<VisuallyHidden>Remove filter </VisuallyHidden>
		{children}
		<Glyph icon={X} className="size-3.5" />
	</Link>
);
