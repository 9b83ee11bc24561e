import type { SerializeFrom } from "@remix-run/cloudflare";
import type { ShouldRevalidateFunction, UIMatch } from "@remix-run/react";
import { isQuiet, isUnanswered } from "#app/api/unanswered";
import { concerns, isPersonal, readTopic, type Topic, type TopicKind, topicOf } from "#worker/contract/topics";

type Ids = string | readonly string[] | null | undefined;

/** The topics that a loader shows, by kind: ids from its data, or `true` for a topic without one. */
export type Shown<Loader> = {
	[Kind in TopicKind]?:
		| true
		| ((match: { data: SerializeFrom<Loader>; params: Readonly<Record<string, string | undefined>> }) => Ids);
};

/** What has changed: some topics, or nobody knows what. */
export type Changed = readonly Topic[] | "everything";

// why in the module: the router asks every route whether to read again, and tells none of them why.
const topicsNow = new WeakMap<object, readonly Topic[]>();
let owed: Changed = [];
let isNoticed = false;

/** Declares the topics that a route shows. @param usually whether it reads again for any other reason */
export const shows = <Loader>(
	shown: Shown<Loader>,
	usually: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) => defaultShouldRevalidate,
): { handle: { shown: Shown<Loader> }; shouldRevalidate: ShouldRevalidateFunction } => ({
	handle: { shown },
	shouldRevalidate: (args) => {
		// why: the line over which a form was not answered answers no reading either, which would take the page away.
		if (isUnanswered(args.actionResult)) return false;
		if (isOwed(shown)) return true;
		// why not of a page on its way: the router takes the reading for that page's, and would show the former data there.
		if (isQuiet(args.actionResult) && isSamePage(args)) return false;
		return !(isNoticed && isInPlace(args)) && usually(args);
	},
});

type Reading = Parameters<ShouldRevalidateFunction>[0];

const isSamePage = ({ currentUrl, nextUrl }: Reading): boolean => currentUrl.href === nextUrl.href;

/** Checks whether the page is read again as it is, neither left nor sent. */
const isInPlace = (reading: Reading): boolean => isSamePage(reading) && reading.formMethod === undefined;

const isOwed = (shown: object): boolean => {
	if (owed === "everything") return true;
	const topics = topicsNow.get(shown);
	// why by kind: what a fetcher reads is on no page; the page hears only what it has subscribed to.
	return owed.some((heard) =>
		topics ? topics.some((topic) => concerns(heard, topic)) : readTopic(heard).kind in shown,
	);
};

/** Records the topics of the present page. @returns those to subscribe to */
export const topicsOfPage = (matches: readonly UIMatch[], userId: string): Topic[] => {
	const page = matches.flatMap((match) => {
		const shown = shownOf(match.handle);
		return shown && match.data !== undefined ? [{ shown, match }] : [];
	});
	const subscribed = new Set<Topic>();
	for (const { shown, match } of page) {
		const own: Topic[] = [];
		for (const [kind, idsOf] of Object.entries(shown) as [TopicKind, Shown<unknown>[TopicKind]][]) {
			if (idsOf === true) own.push(...sharedTopics(kind, [...subscribed], userId));
			else if (idsOf) own.push(...[idsOf(match as never) ?? []].flat().map((id) => topicOf(kind, id)));
		}
		topicsNow.set(shown, own);
		for (const topic of own) subscribed.add(topic);
	}
	return [...subscribed];
};

const sharedTopics = (kind: TopicKind, above: readonly Topic[], userId: string): Topic[] => {
	if (isPersonal(kind)) return [topicOf(kind, userId)];
	const same = above.filter((topic) => readTopic(topic).kind === kind);
	return same.length > 0 ? same : [topicOf(kind)];
};

const shownOf = (handle: unknown): Shown<unknown> | undefined =>
	typeof handle === "object" && handle !== null && "shown" in handle ? (handle.shown as Shown<unknown>) : undefined;

/** Makes the loaders that a change concerns read again. */
export const readAgain = (changed: Changed, revalidate: () => void): void => {
	// why kept beside: a navigation that breaks this reading off has to make up for it.
	owed = owed === "everything" || changed === "everything" ? "everything" : [...owed, ...changed];
	isNoticed = true;
	// why: the router asks the routes before it returns from this.
	revalidate();
	isNoticed = false;
};

export const settle = (): void => {
	owed = [];
};
