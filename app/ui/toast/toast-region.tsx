import { useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { drawnLater } from "#app/ui/drawn-later";
import { ServerToast } from "#app/ui/toast/server-toast.server";
import { hasToasts, onToast, showToast, type ToastMessage } from "#app/ui/toast/toast";
import { useLazy } from "#app/ui/use-lazy";

const PlainToast = drawnLater(ServerToast, async () => (await import("#app/ui/toast/server-toast")).ServerToast);

const load = async () => (await import("#app/ui/toast/live-toasts")).LiveToasts;

/** why: most pages never show a toast, and need not load the code for it. */
const FirstToast = ({ standIn }: { standIn: JSX.Element | null }) => {
	const Live = useLazy(load);
	return Live ? <Live /> : standIn;
};

/** Toasts, top right (§8). `toast` comes with a redirect; `dismissTo` is the address of the page without it. */
export const ToastRegion = ({ toast, dismissTo }: { toast?: ToastMessage | null; dismissTo?: string }) => {
	const { pathname, search } = useLocation();
	const isWanted = useSyncExternalStore(onToast, hasToasts, () => false);
	useEffect(() => {
		if (toast) showToast(toast);
	}, [toast]);
	const standIn = toast ? <PlainToast toast={toast} dismissTo={dismissTo ?? `${pathname}${search}`} /> : null;
	return isWanted ? <FirstToast standIn={standIn} /> : standIn;
};
