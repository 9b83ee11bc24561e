import { useNavigate } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { type ComponentType, type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { FilterPanelProps } from "#app/routes/applicants/filtering/filter-panel";
import { chipClass } from "#app/ui/chip";
import { Glyph } from "#app/ui/glyph";
import { isPlainClick, Link } from "#app/ui/link";
import { useHydrated } from "#app/ui/use-hydrated";

interface FilterControlProps extends Omit<FilterPanelProps, "id"> {
	id?: string;
	/** The page with the same choices. */
	to: string;
	/** Called when the user is about to open the panel. */
	onWanted: () => void;
}

const load = async () => (await import("#app/routes/applicants/filtering/filter-panel")).FilterPanel;

/** Opens a filter's panel; without JavaScript, or in a new tab, it links to the page of all filters. */
export const FilterControl = ({ id, to, onWanted, ...panel }: FilterControlProps) => {
	const hydrated = useHydrated();
	const navigate = useNavigate();
	const [Panel, setPanel] = useState<ComponentType<FilterPanelProps>>();
	const [isOpen, setOpen] = useState(false);
	const around = useRef<HTMLDivElement>(null);
	const opener = useRef<HTMLAnchorElement>(null);
	const panelId = useId();
	useDismiss(around, opener, isOpen, () => setOpen(false));
	const warmUp = () => {
		onWanted();
		return load().catch(() => undefined);
	};
	const toggle = async () => {
		if (isOpen) return setOpen(false);
		const piece = await warmUp();
		// why: the page is the fallback when the panel's code cannot be loaded.
		if (!piece) return navigate(to);
		setPanel(() => piece);
		setOpen(true);
	};
	const onClick = (event: MouseEvent) => {
		if (!isPlainClick(event)) return;
		event.preventDefault();
		toggle();
	};
	const asButton = {
		role: "button",
		"aria-haspopup": "dialog",
		"aria-expanded": isOpen,
		"aria-controls": isOpen ? panelId : undefined,
	} as const;
	return (
		<div ref={around} className="relative max-sm:hidden">
			<Link
				{...(hydrated && asButton)}
				ref={opener}
				id={id}
				to={to}
				onPointerEnter={warmUp}
				onFocus={warmUp}
				onClick={onClick}
				onKeyDown={(event) => {
					if (event.key !== " ") return;
					event.preventDefault();
					toggle();
				}}
				className={chipClass}
			>
				<span className="first-letter:uppercase">{panel.label}</span>
				<Glyph icon={ChevronDown} className="size-3.5" />
			</Link>
			{isOpen && Panel && <Panel {...panel} id={panelId} />}
		</div>
	);
};

/** Closes an open part of an element on a press or focus elsewhere, and on Esc, which returns the focus. */
const useDismiss = (
	around: RefObject<HTMLElement>,
	opener: RefObject<HTMLElement>,
	isOpen: boolean,
	close: () => void,
): void => {
	const latest = useRef(close);
	latest.current = close;
	useEffect(() => {
		if (!isOpen) return;
		const isInside = (target: EventTarget | null) => target instanceof Node && around.current?.contains(target);
		const onElsewhere = (event: Event) => {
			if (!isInside(event.target)) latest.current();
		};
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || !isInside(event.target)) return;
			event.preventDefault();
			event.stopPropagation();
			opener.current?.focus();
			latest.current();
		};
		document.addEventListener("pointerdown", onElsewhere);
		document.addEventListener("focusin", onElsewhere);
		document.addEventListener("keydown", onKeyDown, true);
		return () => {
			document.removeEventListener("pointerdown", onElsewhere);
			document.removeEventListener("focusin", onElsewhere);
			document.removeEventListener("keydown", onKeyDown, true);
		};
	}, [around, opener, isOpen]);
};
