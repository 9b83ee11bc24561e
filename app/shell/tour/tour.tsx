import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { Compass } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { inAlias } from "#app/format/in-alias";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { isFirstVisit, markAfterMs, markVisited } from "#app/shell/tour/first-visit";
import { planTour, type TourKind, type TourPlan } from "#app/shell/tour/plan-tour";
import { elementOf, TourDialog } from "#app/shell/tour/tour-dialog";
import { buttonClass } from "#app/ui/button-class";
import { topDialog } from "#app/ui/dialog/open-dialogs";
import { Glyph } from "#app/ui/glyph";

/** The place in the top bar that the button is drawn into. why so: the bar's own code comes with every page. */
const usePlace = (): HTMLElement | null => {
	const [place, setPlace] = useState<HTMLElement | null>(null);
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a page without the frame takes the bar away.
	useEffect(() => setPlace(document.getElementById("tour-guide")), [key]);
	return place;
};

/** How long a page may take to be drawn before its tour begins without what is missing. */
const settleMs = 500;

/** The guided tour (§2, §4): on the first visit, and whenever the button in the top bar is pressed. */
export const Tour = () => {
	const { orgName, user, organisation } = useShell();
	const { course } = organisation.aliases;
	const { pathname } = useLocation();
	const { state } = useNavigation();
	const navigate = useNavigate();
	const place = usePlace();
	const [plan, setPlan] = useState<TourPlan>();
	const path = pathname.slice(orgName.length + 2).replace(/\/$/, "");

	/** Opens the tour with the steps whose targets are seen. Returns false where there is none. */
	const open = useCallback(
		(kind: TourKind): boolean => {
			const found = planTour(path, kind, user);
			const steps = found.steps.filter(({ target }) => elementOf(target));
			if (steps.length === 0) return false;
			const inWords = (text: string) => inAlias(text, course);
			setPlan({
				...(found.next && { next: { ...found.next, label: inWords(found.next.label) } }),
				steps: steps.map(({ target, ...step }) => ({ target, title: inWords(step.title), text: inWords(step.text) })),
			});
			return true;
		},
		[path, user, course],
	);

	const latest = useRef(open);
	latest.current = open;
	useEffect(() => {
		if (!isFirstVisit()) return;
		let marking: ReturnType<typeof setTimeout> | undefined;
		const starting = setTimeout(() => {
			// why: nobody is interrupted in what they have begun; the next page that is loaded begins with it.
			if (isBusy() || !latest.current("first visit")) return;
			marking = setTimeout(markVisited, markAfterMs);
		}, settleMs);
		return () => {
			clearTimeout(starting);
			clearTimeout(marking);
		};
	}, []);

	const [wanted, setWanted] = useState<string>();
	useEffect(() => {
		if (wanted !== path || state !== "idle") return;
		const timer = setTimeout(() => {
			setWanted(undefined);
			latest.current("led here");
		}, settleMs);
		return () => clearTimeout(timer);
	}, [wanted, path, state]);

	const close = useCallback(() => {
		setPlan(undefined);
		markVisited();
	}, []);
	const goOn = (next: string) => {
		close();
		setWanted(next);
		navigate(`/${orgName}/${next}`);
	};
	// why: Back leads to another page, of which it says nothing.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every page.
	useEffect(() => setPlan(undefined), [path]);

	const commands = useMemo<Command[]>(
		() => [
			{
				id: "tour-guide",
				title: "Tour Guide",
				group: "Help",
				icon: Compass,
				keywords: "help introduction show around",
				// why later: the palette gives the focus back first.
				run: () => setTimeout(() => open("asked for")),
			},
		],
		[open],
	);
	useCommands(commands);

	return (
		<>
			{place &&
				createPortal(
					<button
						type="button"
						data-tour
						title="Tour Guide"
						aria-haspopup="dialog"
						onClick={() => open("asked for")}
						className={buttonClass({ variant: "ghost", className: "max-lg:w-8.5 max-lg:px-0!" })}
					>
						<Glyph icon={Compass} className="lg:hidden" />
						<span className="max-lg:sr-only">Tour Guide</span>
					</button>,
					place,
				)}
			{plan && <TourDialog plan={plan} onClose={close} onGoOn={goOn} />}
		</>
	);
};

/** Is the user typing, or answering a question? */
const isBusy = (): boolean =>
	topDialog()?.matches("[data-over-all]") === true ||
	document.activeElement?.matches("input, textarea, select, [contenteditable='true']") === true;
