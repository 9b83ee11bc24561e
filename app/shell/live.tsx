import { useLocation, useMatches, useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { LiveLine } from "#app/shell/live-line";
import { readAgain, settle, topicsOfPage } from "#app/shell/shows";
import { Button } from "#app/ui/button";
import type { Person } from "#durable-objects/notification-hub/contract";
import type { Topic } from "#worker/contract/topics";

interface Live {
	/** Who else has an applicant open, by applicant id. */
	presence: Readonly<Record<string, readonly Person[]>>;
	setViewing(applicantId: string | null): void;
}

const LiveContext = createContext<Live>({ presence: {}, setViewing: () => {} });

interface LiveProviderProps {
	orgName: string;
	userId: string;
	csrf: string;
	children: ReactNode;
}

/** The live connection of a page: what it shows is read again when it has changed (§7 Notifications). */
export const LiveProvider = ({ orgName, userId, csrf, children }: LiveProviderProps) => {
	const { revalidate, state } = useRevalidator();
	const navigation = useNavigation();
	const matches = useMatches();
	const [presence, setPresence] = useState<Live["presence"]>({});
	const line = useRef<LiveLine>();
	const viewing = useRef<string | null>(null);
	const topics = useRef<readonly Topic[]>([]);
	const isBusy = useRef(false);
	const [isResting, setIsResting] = useState(false);
	const { key: page } = useLocation();

	const sayViewing = useCallback(() => line.current?.say({ type: "viewing", applicantId: viewing.current }), []);

	const setPeople = useCallback(
		(applicantId: string, people: readonly Person[]) =>
			setPresence(({ [applicantId]: _, ...others }) =>
				// why: nobody is no entry; a day's work would leave one for every applicant that was opened.
				people.length > 0 ? { ...others, [applicantId]: people } : others,
			),
		[],
	);

	useEffect(() => {
		let isHere = true;
		const open = async () => {
			const { openLine } = await import("#app/shell/live-line");
			if (!isHere) return;
			line.current = openLine(
				{ orgName, userId, csrf },
				{
					onOpen: () => {
						line.current?.subscribe(topics.current);
						sayViewing();
					},
					onChanged: (changed) => readAgain(changed, revalidate),
					onPresence: setPeople,
					onRest: setIsResting,
				},
			);
			line.current.setBusy(isBusy.current);
		};
		// why: where its code does not come, no line would either; the page shows what it read.
		open().catch(() => undefined);
		return () => {
			isHere = false;
			line.current?.close();
			line.current = undefined;
		};
	}, [orgName, userId, csrf, revalidate, sayViewing, setPeople]);

	useEffect(() => {
		const now = topicsOfPage(matches, userId);
		if (now.join() === topics.current.join()) return;
		topics.current = now;
		line.current?.subscribe(now);
	}, [matches, userId]);

	useEffect(() => {
		isBusy.current = state !== "idle" || navigation.state !== "idle";
		if (!isBusy.current) settle();
		line.current?.setBusy(isBusy.current);
	}, [state, navigation.state]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: going to another page needs the network, and shows that it is back.
	useEffect(() => line.current?.resume(), [page]);

	const setViewing = useCallback(
		(applicantId: string | null) => {
			viewing.current = applicantId;
			sayViewing();
		},
		[sayViewing],
	);
	const live = useMemo(() => ({ presence, setViewing }), [presence, setViewing]);
	return (
		<LiveContext.Provider value={live}>
			{children}
			{isResting && <NotLive onResume={() => line.current?.resume()} />}
		</LiveContext.Provider>
	);
};

/** Says that the page hears of no changes. It goes away by itself when the connection is there again. */
const NotLive = ({ onResume }: { onResume: () => void }) => (
	<div
		role="status"
		className="fixed bottom-3 left-3 z-30 flex max-w-[calc(100vw-24px)] items-center gap-2 rounded-md border border-line-2 bg-raised px-3 py-1.5 text-sm text-text-2 shadow-float print:hidden"
	>
		<span>No live connection: changes by others show when you reload.</span>
		<Button type="button" size="small" onClick={onResume}>
			Connect again
		</Button>
	</div>
);

/** Tells colleagues that this page shows the applicant. @returns who else has them open. */
export const useViewing = (applicantId: string): readonly Person[] => {
	const { presence, setViewing } = useContext(LiveContext);
	useEffect(() => {
		setViewing(applicantId);
		return () => setViewing(null);
	}, [applicantId, setViewing]);
	return presence[applicantId] ?? [];
};
