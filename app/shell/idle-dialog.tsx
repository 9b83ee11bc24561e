import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { SignedInForm } from "#app/ui/form/form";

const countdown = (ms: number): string => {
	const seconds = Math.ceil(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** 'Are you there?' after ten idle minutes, with three more to answer (§4 Session). */
export const IdleDialog = () => {
	const { orgName, csrf } = useShell();
	const submit = useSubmit();
	const report = useCallback(() => {
		const body = new URLSearchParams({ csrf });
		// why: without a line nothing can be reported; the next sign is.
		fetch(`/${orgName}/activity`, { method: "POST", body }).catch(() => undefined);
	}, [orgName, csrf]);
	const { remainingMs, resume } = useIdle(() => {
		const { pathname, search } = window.location;
		submit({ csrf, why: "idle", to: pathname + search }, { method: "post", action: `/${orgName}/logout` });
	}, report);
	if (remainingMs === undefined) return null;
	return (
		<SurfaceDialog
			label="Are you there?"
			width={384}
			className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
			isQuestion
			onClose={resume}
		>
			<h2 className="text-lg">Are you there?</h2>
			<p className="mt-1 text-text-2">
				You have been away for a while. To keep your work safe you will be logged out in
			</p>
			<p
				role="timer"
				className={classNames("my-3 font-medium text-xl tabular-nums", remainingMs < 60_000 && "text-red")}
			>
				{countdown(remainingMs)}
			</p>
			<div className="flex justify-end gap-2">
				<SignedInForm action={`/${orgName}/logout`}>
					<Button variant="secondary">Log me out</Button>
				</SignedInForm>
				<Button type="button" variant="primary" onClick={resume} data-autofocus>
					Resume
				</Button>
			</div>
		</SurfaceDialog>
	);
};

/** §9: ten minutes without activity open the warning; three minutes later the session ends. */
const idleAfterMs = 600_000;
const logoutAfterMs = 180_000;

/** Activity is reported to the server, which ends idle sessions too, at most this often. */
const reportEveryMs = 60_000;

/** why: someone at work in one tab is not idle in another. */
const channelName = "matricula-activity";
const signs = ["pointermove", "pointerdown", "keydown", "scroll", "visibilitychange"] as const;

/**
 * Returns the milliseconds until the user is logged out and `onExpire` runs; undefined while active.
 * @param report tells the server that the user is active
 */
const useIdle = (onExpire: () => void, report: () => void): { remainingMs: number | undefined; resume(): void } => {
	const [remainingMs, setRemaining] = useState<number>();
	const lastSign = useRef(0);
	const expire = useRef(onExpire);
	expire.current = onExpire;
	const warned = useRef(false);
	const channel = useRef<BroadcastChannel>();
	const reportedAt = useRef(Date.now());
	const reportOnce = useCallback(() => {
		if (Date.now() - reportedAt.current < reportEveryMs) return;
		reportedAt.current = Date.now();
		report();
	}, [report]);

	const resume = useCallback(() => {
		lastSign.current = Date.now();
		warned.current = false;
		setRemaining(undefined);
		channel.current?.postMessage("active");
		reportOnce();
	}, [reportOnce]);

	useEffect(() => {
		const activity = new BroadcastChannel(channelName);
		channel.current = activity;
		lastSign.current = Date.now();
		let told = 0;
		const sign = () => {
			// why: once the question is asked, only its answer counts (§4).
			if (warned.current) return;
			lastSign.current = Date.now();
			if (lastSign.current - told < 5_000) return;
			told = lastSign.current;
			activity.postMessage("active");
			reportOnce();
		};
		activity.onmessage = () => {
			lastSign.current = Date.now();
			warned.current = false;
			setRemaining(undefined);
		};
		const timer = setInterval(() => {
			const left = lastSign.current + idleAfterMs + logoutAfterMs - Date.now();
			if (left > logoutAfterMs) return;
			warned.current = true;
			setRemaining(Math.max(0, left));
			if (left > 0) return;
			clearInterval(timer);
			expire.current();
		}, 1000);
		for (const name of signs) window.addEventListener(name, sign, { passive: true, capture: true });
		return () => {
			clearInterval(timer);
			activity.close();
			for (const name of signs) window.removeEventListener(name, sign, { capture: true });
		};
	}, [reportOnce]);

	return { remainingMs, resume };
};
