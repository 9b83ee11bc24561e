import { Link, useLocation } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { iconProps } from "#app/ui/icon";
import { hasToasts, onToast, showToast, type ToastMessage } from "#app/ui/toast";
import { dismissClass, toastClass, toastIcons } from "#app/ui/toast-look";
import { useLazy } from "#app/ui/use-lazy";

/** The toast as the server draws it: what somebody without JavaScript sees. */
const ServerToast = ({ toast, dismissTo }: { toast: ToastMessage; dismissTo: string }) => (
	<div role="status" className={`${toastClass} fixed top-4 right-4 z-60 w-89 print:hidden`}>
		<span className="mt-0.5">{toastIcons[toast.kind]}</span>
		<span className="flex-1">{toast.message}</span>
		<Link to={dismissTo} aria-label="Dismiss" className={dismissClass}>
			<X {...iconProps} size={14} />
		</Link>
	</div>
);

const load = async () => (await import("#app/ui/live-toasts")).LiveToasts;

/** why: most pages never tell anything, and need not load what tells it. */
const FirstToast = ({ standIn }: { standIn: JSX.Element | null }) => {
	const Live = useLazy(load);
	return Live ? <Live /> : standIn;
};

/**
 * Toasts, top right (§8). `toast` is the one a redirect left for this page; it is told once, so that `dismissTo`
 * (this page's own address unless given) is the page without it. Mounted once.
 */
export const ToastRegion = ({ toast, dismissTo }: { toast?: ToastMessage | null; dismissTo?: string }) => {
	const { pathname, search } = useLocation();
	const isWanted = useSyncExternalStore(onToast, hasToasts, () => false);
	useEffect(() => {
		if (toast) showToast(toast);
	}, [toast]);
	const standIn = toast ? <ServerToast toast={toast} dismissTo={dismissTo ?? `${pathname}${search}`} /> : null;
	return isWanted ? <FirstToast standIn={standIn} /> : standIn;
};
