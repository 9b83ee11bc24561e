import { useBlocker } from "@remix-run/react";
import { Button } from "#app/ui/button";
import { SurfaceDialog } from "#app/ui/surface-dialog";

/** why: forms of the frame (logging out, another theme) take nothing away that is not lost anyway. */
const framePaths = /\/(logout|preferences)$/;

interface AskBeforeDiscardProps {
	when: boolean;
	about: string;
	/** Search parameter that makes an address another page: a wizard's step. */
	step?: string;
}

/** Asks once before the page is left with something typed: by Esc, Close, Back or a command. Only inside the portal. */
export const AskBeforeDiscard = ({ when, about, step }: AskBeforeDiscardProps) => {
	const pageOf = ({ pathname, search }: { pathname: string; search: string }) =>
		JSON.stringify([pathname, step && new URLSearchParams(search).get(step)]);
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			when && pageOf(nextLocation) !== pageOf(currentLocation) && !framePaths.test(nextLocation.pathname),
	);
	if (blocker.state !== "blocked") return null;
	return (
		<SurfaceDialog
			role="alertdialog"
			label="Discard what you typed?"
			width={384}
			className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
			isQuestion
			onClose={blocker.reset}
		>
			<h2 className="text-lg">Discard what you typed?</h2>
			<p className="mt-1 mb-4 text-text-2">{about}</p>
			<div className="flex justify-end gap-2">
				<Button type="button" variant="danger" onClick={blocker.proceed}>
					Discard
				</Button>
				<Button type="button" variant="primary" onClick={blocker.reset} data-autofocus>
					Keep writing
				</Button>
			</div>
		</SurfaceDialog>
	);
};
