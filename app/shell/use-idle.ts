import { useCallback, useEffect, useRef, useState } from "react";

/** §9: ten minutes without activity open the warning; three minutes later the session ends. */
export const idleAfterMs = 600_000;
export const logoutAfterMs = 180_000;

/** why: someone at work in one tab is not idle in another. */
const channelName = "matricula-activity";
const signs = ["pointerdown", "keydown", "scroll", "visibilitychange"] as const;

/** Returns the milliseconds until the user is logged out and `onExpire` runs; undefined while active. */
export const useIdle = (onExpire: () => void): { remainingMs: number | undefined; resume(): void } => {
	const [remainingMs, setRemaining] = useState<number>();
	const lastSign = useRef(0);
	const expire = useRef(onExpire);
	expire.current = onExpire;
	const warned = useRef(false);
	const channel = useRef<BroadcastChannel>();

	const resume = useCallback(() => {
		lastSign.current = Date.now();
		warned.current = false;
		setRemaining(undefined);
		channel.current?.postMessage("active");
	}, []);

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
	}, []);

	return { remainingMs, resume };
};
