import { mayCall } from "#app/session/may-call";
import { frameSteps, otherSteps, type TourScreen, type TourStep, tourScreens } from "#app/shell/tour/steps";

export interface TourPlan {
	steps: readonly TourStep[];
	/** The screen that the tour goes on with. */
	next?: { path: string; label: string };
}

/** Which steps: of the frame and then of the screen on the first visit, the other way round when it is asked for. */
export type TourKind = "first visit" | "asked for" | "led here";

const screenAt = (path: string): TourScreen | undefined => tourScreens.find((screen) => screen.path.test(path));

/**
 * Returns the tour of a page.
 * @param path the page's address below the institution, without a slash at either end
 */
export const planTour = (path: string, kind: TourKind, user: { privileges: readonly string[] }): TourPlan => {
	const screen = screenAt(path);
	const steps = screen?.steps ?? otherSteps;
	const byKind = {
		"first visit": [...frameSteps, ...steps],
		"asked for": [...steps, ...frameSteps],
		"led here": steps,
	};
	const open = tourScreens.flatMap((one) =>
		one.leadsTo && mayCall(user, one.leadsTo.calls) ? [{ ...one.leadsTo, screen: one }] : [],
	);
	// why from the start when the page is none of them: from there the tour leads through all.
	const next = open[open.findIndex((one) => one.screen === screen) + 1];
	return { steps: byKind[kind], ...(next && { next: { path: next.path, label: next.label } }) };
};
