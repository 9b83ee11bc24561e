import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { type Box, frameAround, placeCard } from "#app/shell/tour/place-card";
import type { TourPlan } from "#app/shell/tour/plan-tour";
import { Button } from "#app/ui/button";
import { topDialog } from "#app/ui/dialog/open-dialogs";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

const isSeen = (element: HTMLElement): boolean =>
	element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;

type Within = Document | HTMLElement;

/** Returns what a step points at: in the open record, or else in the page; undefined where it is not seen. */
export const elementOf = (target: string, within: Within = topDialog() ?? document): HTMLElement | undefined =>
	[...within.querySelectorAll<HTMLElement>(target)].find(isSeen);

interface TourDialogProps {
	plan: TourPlan;
	onClose: () => void;
	onGoOn: (path: string) => void;
}

/** The steps of a tour, one at a time. It lies over the page, and frames what it speaks of. */
export const TourDialog = ({ plan, onClose, onGoOn }: TourDialogProps) => {
	const { steps, next } = plan;
	// why while rendering: once it is shown, this dialog is the topmost one itself.
	const [within] = useState<Within>(() => topDialog() ?? document);
	const [index, setIndex] = useState(0);
	const step = steps[index];
	const isLast = index === steps.length - 1;
	const textId = useId();
	const forward = useRef<HTMLButtonElement>(null);
	const card = useRef<HTMLDivElement>(null);
	const { frame, place } = usePlaces(step?.target ?? "", within, card);
	const go = (to: number) => {
		if (to < 0 || to >= steps.length) return;
		setIndex(to);
		// why: the button to go back goes away at the first step, and the focus with it.
		if (to === 0) forward.current?.focus();
	};
	const onKeyDown = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
		if (altKey || ctrlKey || metaKey) return;
		if (key === "ArrowRight" || key === "ArrowDown") go(index + 1);
		if (key === "ArrowLeft" || key === "ArrowUp") go(index - 1);
		if (key === "Home") go(0);
		if (key === "End") go(steps.length - 1);
	};
	if (!step) return null;
	return (
		<SurfaceDialog
			label="Tour Guide"
			width={0}
			className="fixed inset-0 m-0 h-dvh max-h-none w-full! max-w-none overflow-hidden border-0 bg-transparent p-0 backdrop:bg-transparent!"
			isQuestion
			onClose={onClose}
		>
			{frame && (
				<div
					aria-hidden
					data-tour-frame
					style={frame}
					className="fixed rounded-lg shadow-[0_0_0_200vmax_var(--scrim)] outline-2 outline-focus transition-all"
				/>
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its buttons. */}
			<div
				ref={card}
				style={place}
				onKeyDown={onKeyDown}
				className="fixed flex max-h-[calc(100dvh-24px)] w-85 max-w-[calc(100vw-24px)] flex-col overflow-y-auto rounded-xl border border-line-2 bg-raised p-4 shadow-float"
			>
				<div id={textId} aria-live="polite" aria-atomic>
					<p className="text-sm text-text-3 tabular-nums">
						Step {index + 1} of {steps.length}
					</p>
					<h2 className="mt-0.5 text-lg">{step.title}</h2>
					<p className="mt-1 text-text-2">{step.text}</p>
				</div>
				<div className="mt-4 flex flex-wrap items-center gap-2">
					{!isLast && (
						<Button type="button" variant="ghost" onClick={onClose} className="mr-auto">
							Skip
						</Button>
					)}
					{index > 0 && (
						<Button type="button" variant="secondary" onClick={() => go(index - 1)} className={isLast ? "mr-auto" : ""}>
							Back
						</Button>
					)}
					{isLast && next && (
						<Button type="button" variant="secondary" onClick={() => onGoOn(next.path)}>
							Next screen: {next.label}
						</Button>
					)}
					<Button
						ref={forward}
						type="button"
						variant="primary"
						aria-describedby={textId}
						onClick={() => (isLast ? onClose() : go(index + 1))}
						data-autofocus
					>
						{isLast ? "Done" : "Next"}
					</Button>
				</div>
			</div>
		</SurfaceDialog>
	);
};

interface Places {
	/** Around what the step points at; undefined while that is not there. */
	frame?: Box;
	place: Pick<Box, "top" | "left">;
}

/** Brings the target into sight and returns where it is, and where the text is shown. Both follow it. */
const usePlaces = (target: string, within: Within, card: { current: HTMLElement | null }): Places => {
	const [places, setPlaces] = useState<Places>({ place: { top: 12, left: 12 } });
	const measure = useCallback(() => {
		const text = card.current;
		if (!text) return;
		const { clientWidth: width, clientHeight: height } = document.documentElement;
		const screen = { width, height: Math.max(height, window.innerHeight) };
		const size = { width: text.offsetWidth, height: text.offsetHeight };
		const element = elementOf(target, within);
		if (!element) {
			const centred = { top: (screen.height - size.height) / 2, left: (screen.width - size.width) / 2 };
			setPlaces({ place: centred });
			return;
		}
		const frame = frameAround(element.getBoundingClientRect(), screen);
		setPlaces({ frame, place: placeCard(frame, size, screen) });
	}, [target, within, card]);
	useBrowserLayoutEffect(() => {
		elementOf(target, within)?.scrollIntoView({ block: "nearest", inline: "nearest" });
		measure();
	}, [measure, target, within]);
	useEffect(() => {
		// why both: what scrolls may be a part of the page, and a change by a colleague moves what is below it.
		const observer = new ResizeObserver(measure);
		observer.observe(document.body);
		if (card.current) observer.observe(card.current);
		window.addEventListener("scroll", measure, { capture: true, passive: true });
		window.addEventListener("resize", measure);
		return () => {
			observer.disconnect();
			window.removeEventListener("scroll", measure, { capture: true });
			window.removeEventListener("resize", measure);
		};
	}, [measure, card]);
	return places;
};
