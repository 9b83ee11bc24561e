import { useBlocker, useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";

/** why: forms of the frame (logging out, another theme) lose nothing that is not lost anyway. */
const framePaths = /\/(logout|preferences)$/;

interface AskBeforeDiscardProps {
	when: boolean;
	about: string;
	/** Search parameter that makes an address another page: a wizard's step. */
	step?: string;
}

/** Asks before a page with typed text is left: by Esc, Close, Back or a command, inside the portal only. */
export const AskBeforeDiscard = ({ when, about, step }: AskBeforeDiscardProps) => {
	const { isAsking, discard, keep } = useStoppedLeave(when, ({ pathname, search }) =>
		JSON.stringify([pathname, step && new URLSearchParams(search).get(step)]),
	);
	if (!isAsking) return null;
	return (
		<SurfaceDialog
			role="alertdialog"
			label="Discard what you typed?"
			width={384}
			className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
			isQuestion
			onClose={keep}
		>
			<h2 className="text-lg">Discard what you typed?</h2>
			<p className="mt-1 mb-4 text-text-2">{about}</p>
			<div className="flex justify-end gap-2">
				<Button type="button" variant="danger" onClick={discard}>
					Discard
				</Button>
				<Button type="button" variant="primary" onClick={keep} data-autofocus>
					Keep writing
				</Button>
			</div>
		</SurfaceDialog>
	);
};

/** Blocks navigation until the user has answered. why: the router's own blocker forgets at a revalidation. */
const useStoppedLeave = (when: boolean, pageOf: (location: { pathname: string; search: string }) => string) => {
	const navigate = useNavigate();
	const [isAsking, setAsking] = useState(false);
	const isLetGo = useRef(false);
	const goOn = useRef(() => {});
	const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
		const isFree = isLetGo.current;
		isLetGo.current = false;
		if (isFree || !when || pageOf(nextLocation) === pageOf(currentLocation)) return false;
		if (framePaths.test(nextLocation.pathname)) return false;
		// why now: the browser is where Back has led it, and is sent back from there.
		const place = placeInHistory();
		goOn.current = () =>
			historyAction === "POP"
				? navigate(place - placeInHistory())
				: navigate(nextLocation, { replace: historyAction === "REPLACE", state: nextLocation.state });
		return true;
	});
	const [stopped, setStopped] = useState<unknown>();
	// why once each: the router releases the blocked navigation a moment after the question was answered.
	if (blocker.state === "blocked" && blocker.location !== stopped) {
		setStopped(blocker.location);
		setAsking(true);
	}
	const keep = () => {
		setAsking(false);
		blocker.reset?.();
	};
	const discard = () => {
		setAsking(false);
		if (blocker.proceed) return blocker.proceed();
		isLetGo.current = true;
		goOn.current();
	};
	return { isAsking, discard, keep };
};

const placeInHistory = (): number => Number(window.history.state?.idx ?? 0);
