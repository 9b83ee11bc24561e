import { Maximize2, Minimize2, X } from "lucide-react";
import {
	type KeyboardEvent,
	type ReactNode,
	type SyntheticEvent,
	type UIEvent,
	useEffect,
	useRef,
	useState,
} from "react";
import { classNames } from "#app/ui/class-names";
import { useModalDialog } from "#app/ui/dialog/use-modal-dialog";
import { IconLink } from "#app/ui/icon-button";

export interface SheetProps {
	/** The accessible name: the open record. */
	label: string;
	closeTo: string;
	/** A selector of the link that opens this record: it takes the focus on closing, whichever record was opened first. */
	returnFocusTo?: string;
	/** Pixels (§9: 1000, the queries' sheet 400). */
	width?: number;
	maximised?: boolean;
	/** The address of the other size; no button when left out. */
	maximiseTo?: string;
	minimiseTo?: string;
	/** Another dialog lies over it, to which the focus goes. */
	isCovered?: boolean;
	/** It has a field that takes the focus, marked as in a dialog. */
	isForm?: boolean;
	/** The thin bar beside the buttons: position in the list, other readers. */
	bar?: ReactNode;
	/** Fixed above the content: the name, the actions, the tabs. */
	header?: ReactNode;
	/** True while another record takes this one's place: it is dim, and nothing in it can be activated. */
	leaving?: boolean;
	children: ReactNode;
}

/** Stops an event before a control gets it. */
const stop = (event: SyntheticEvent) => {
	event.preventDefault();
	event.stopPropagation();
};

/** why not `inert`: it takes the focus away, and with it the keys that scroll. */
const restingProps = {
	onClickCapture: stop,
	onMouseDownCapture: stop,
	onPointerDownCapture: stop,
	onKeyDownCapture: (event: KeyboardEvent) => {
		const isPress = event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow");
		if (isPress && event.target instanceof HTMLElement && event.target.matches("a, button, summary, input"))
			stop(event);
	},
} as const;

/** Pixels after which a narrow header folds, and how much there must be to scroll: a short record would unfold it again. */
const foldAfter = 24;
const foldsFrom = 260;

/** A side sheet that is a route, over the list it came from. */
export const Sheet = ({ label, closeTo, returnFocusTo, width = 1000, maximised = false, ...rest }: SheetProps) => {
	const { maximiseTo, minimiseTo, isCovered = false, isForm = false, leaving = false, bar, header, children } = rest;
	const modal = useModalDialog(closeTo, returnFocusTo);
	const resizeTo = maximised ? minimiseTo : maximiseTo;
	const content = useRef<HTMLElement>(null);
	const [folded, setFolded] = useState(false);
	const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) =>
		setFolded((was) => (was ? scrollTop > 0 : scrollTop > foldAfter && scrollHeight - clientHeight > foldsFrom));
	const shown = useRef(returnFocusTo);
	useEffect(() => {
		// why: the next record is read from its beginning.
		if (shown.current !== returnFocusTo) content.current?.scrollTo(0, 0);
		shown.current = returnFocusTo;
	}, [returnFocusTo]);
	return (
		<dialog
			{...modal}
			open
			data-sheet
			data-folded={folded || undefined}
			tabIndex={-1}
			aria-label={label}
			style={{ width: maximised ? "100%" : width }}
			className={classNames(
				"group/sheet fixed inset-y-0 right-0 left-auto z-40 m-0 flex h-dvh max-h-none max-w-full animate-slide flex-col outline-none",
				"border-l border-line-2 bg-panel text-text shadow-float",
				"print:static print:block print:h-auto print:w-full! print:animate-none print:border-0 print:shadow-none",
			)}
		>
			<header className="shrink-0 border-b border-line px-5 pt-3 max-sm:px-3">
				<div className="flex min-h-7 items-center gap-2 text-sm text-text-3 print:hidden">
					<div className="flex min-w-0 flex-1 items-center gap-2">{bar}</div>
					{resizeTo !== undefined && (
						<IconLink
							to={resizeTo}
							replace
							preventScrollReset
							label={maximised ? "Minimize" : "Maximize"}
							icon={maximised ? Minimize2 : Maximize2}
							size="small"
							// why: a narrower window is filled by the sheet already (§9).
							className="max-[1000px]:hidden"
						/>
					)}
					<IconLink to={closeTo} replace preventScrollReset label="Close" icon={X} size="small" className="-mr-1.5" />
				</div>
				<div aria-busy={leaving || undefined} {...(leaving && restingProps)}>
					{header ?? <div className="pb-3" />}
				</div>
			</header>
			<section
				ref={content}
				onScroll={onScroll}
				aria-busy={leaving || undefined}
				{...(leaving && restingProps)}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by the keyboard too.
				tabIndex={0}
				aria-label={`Record of ${label}`}
				data-autofocus={isForm ? undefined : true}
				// biome-ignore lint/a11y/noAutofocus: as in a dialog, without scripts.
				autoFocus={!isCovered && !isForm}
				className="reading min-h-0 flex-1 overflow-y-auto transition-opacity aria-busy:opacity-50 print:overflow-visible"
			>
				{children}
			</section>
		</dialog>
	);
};
