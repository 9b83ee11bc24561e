import { type Location, useBlocker, useLocation, useNavigate } from "@remix-run/react";
import { WifiOff } from "lucide-react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { showOverDialogs } from "#app/shell/show-over-dialogs";
import { Button } from "#app/ui/button";
import { iconProps } from "#app/ui/icon";

const onConnection = (listener: () => void) => {
	window.addEventListener("online", listener);
	window.addEventListener("offline", listener);
	return () => {
		window.removeEventListener("online", listener);
		window.removeEventListener("offline", listener);
	};
};

/** Keeps the page that is open while there is no connection, and says so when the user wants to leave it. */
export const StayOffline = () => {
	const isOffline = useSyncExternalStore(
		onConnection,
		() => !navigator.onLine,
		() => false,
	);
	const { key } = useLocation();
	const navigate = useNavigate();
	const [wanted, setWanted] = useState<{ to: Location; from: string }>();
	const stop = useCallback((to: Location) => setWanted({ to, from: key }), [key]);
	return (
		<>
			{isOffline && <StopLeaving onStopped={stop} />}
			{wanted?.from === key && (
				<div
					ref={showOverDialogs}
					role="alert"
					className="fixed inset-x-0 top-auto bottom-3 z-60 m-auto flex w-fit max-w-[calc(100vw-24px)] items-center gap-3 rounded-md border border-line-2 bg-raised px-3 py-2 text-text shadow-float print:hidden"
				>
					<WifiOff {...iconProps} />
					<span>No connection. This page is as you left it.</span>
					<Button type="button" size="small" onClick={() => navigate(wanted.to, { preventScrollReset: true })}>
						Try again
					</Button>
				</div>
			)}
		</>
	);
};

/**
 * Stops every way to another address. why only while it is offline: the router has one blocker at a time, and a form with
 * typed text has its own.
 */
const StopLeaving = ({ onStopped }: { onStopped: (to: Location) => void }) => {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			nextLocation.pathname !== currentLocation.pathname || nextLocation.search !== currentLocation.search,
	);
	useEffect(() => {
		if (blocker.state !== "blocked") return;
		const { location, proceed, reset } = blocker;
		let isOver = false;
		const answer = (isReached: boolean) => {
			if (isOver) return;
			if (isReached) return proceed();
			onStopped(location);
			reset();
		};
		// why: a browser without a network may still reach a portal on its own machine.
		fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
			() => answer(true),
			() => answer(false),
		);
		return () => {
			isOver = true;
		};
	}, [blocker, onStopped]);
	return null;
};
