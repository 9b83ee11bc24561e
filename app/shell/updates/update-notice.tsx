import { useEffect, useState } from "react";
import { useShell } from "#app/shell/shell-context";
import { removeServiceWorker, thisBrowser, watchForUpdates } from "#app/shell/updates/watch-for-updates";
import { Button } from "#app/ui/button";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";

/** 'New Update Available' with Cancel and 'Update app' (§2, §4). After Cancel it comes again with the next version or page. */
export const UpdateNotice = () => {
	const { hasServiceWorker } = useShell();
	const [offer, setOffer] = useState<{ update: () => void }>();
	useEffect(() => {
		const browser = thisBrowser();
		if (hasServiceWorker) return watchForUpdates(browser, (update) => setOffer({ update }));
		// why: nothing depends on it.
		removeServiceWorker(browser).catch(() => undefined);
	}, [hasServiceWorker]);
	const isCalm = useCalm(offer !== undefined);
	if (!offer || !isCalm) return null;
	const close = () => setOffer(undefined);
	return (
		<SurfaceDialog
			role="alertdialog"
			label="New Update Available"
			width={384}
			className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
			isQuestion
			onClose={close}
		>
			<h2 className="text-lg">New Update Available</h2>
			<p className="mt-1 mb-4 text-text-2">
				A new version of Matricula is ready. To use it, this page has to be loaded again: save what you have typed
				first.
			</p>
			<div className="flex justify-end gap-2">
				<Button type="button" variant="secondary" onClick={close} data-autofocus>
					Cancel
				</Button>
				<Button
					type="button"
					variant="primary"
					onClick={() => {
						offer.update();
						close();
					}}
				>
					Update app
				</Button>
			</div>
		</SurfaceDialog>
	);
};

/** How long nobody may have typed before the question comes over the page. */
const pauseMs = 3_000;

/** Returns true from the first moment, since it was asked for, in which nobody types or answers another question. */
const useCalm = (isWanted: boolean): boolean => {
	const [isCalm, setCalm] = useState(false);
	useEffect(() => {
		if (!isWanted) return;
		let lastKeyAt = Date.now();
		const onKey = () => {
			lastKeyAt = Date.now();
		};
		const timer = setInterval(() => {
			if (Date.now() - lastKeyAt < pauseMs || document.querySelector("dialog[data-over-all]")) return;
			clearInterval(timer);
			setCalm(true);
		}, 500);
		window.addEventListener("keydown", onKey, { capture: true, passive: true });
		return () => {
			clearInterval(timer);
			window.removeEventListener("keydown", onKey, { capture: true });
			setCalm(false);
		};
	}, [isWanted]);
	return isCalm;
};
