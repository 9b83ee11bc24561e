import { Link, useLocation } from "@remix-run/react";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster } from "sonner";
import { iconProps } from "#app/ui/icon";
import { onDialogsChange, topDialog } from "#app/ui/open-dialogs";
import { showToast, type ToastMessage } from "#app/ui/toast";
import { useHydrated } from "#app/ui/use-hydrated";

const icons = {
	success: <CircleCheck {...iconProps} className="text-green" />,
	error: <CircleAlert {...iconProps} className="text-red" />,
	info: <Info {...iconProps} className="text-accent" />,
	warning: <TriangleAlert {...iconProps} className="text-amber" />,
};

const toastClass =
	"flex max-w-[calc(100vw-32px)] items-start gap-2 rounded-lg border border-line-2 bg-raised px-4 py-3 text-base text-text shadow-float";
const dismissClass =
	"-my-0.5 -mr-2 grid size-6 shrink-0 place-items-center rounded-sm text-text-2 hover:bg-hover hover:text-text";

/** The toast as the server draws it: what somebody without JavaScript sees. */
const ServerToast = ({ toast, dismissTo }: { toast: ToastMessage; dismissTo: string }) => (
	<div role="status" className={`${toastClass} fixed top-4 right-4 z-60 w-89 print:hidden`}>
		<span className="mt-0.5">{icons[toast.kind]}</span>
		<span className="flex-1">{toast.message}</span>
		<Link to={dismissTo} aria-label="Dismiss" className={dismissClass}>
			<X {...iconProps} size={14} />
		</Link>
	</div>
);

/** Lives in the page, and inside the topmost dialog while one is open. */
const LiveToasts = () => {
	const [host] = useState(() => document.createElement("div"));
	useEffect(() => {
		const move = () => (topDialog() ?? document.body).appendChild(host);
		move();
		const stop = onDialogsChange(move);
		return () => {
			stop();
			host.remove();
		};
	}, [host]);
	return createPortal(
		<Toaster
			position="top-right"
			offset={16}
			gap={10}
			expand
			closeButton
			icons={{ ...icons, close: <X {...iconProps} size={14} /> }}
			style={{ fontFamily: "inherit" }}
			toastOptions={{
				// why: the library's own colours fail AA, and would not follow the theme.
				unstyled: true,
				closeButtonAriaLabel: "Dismiss",
				classNames: {
					toast: `${toastClass} w-(--width)`,
					icon: "mt-0.5",
					content: "min-w-0 flex-1",
					closeButton: `${dismissClass} order-last`,
				},
			}}
		/>,
		host,
	);
};

/**
 * Toasts, top right (§8). `toast` is the one a redirect left for this page; it is told once, so that `dismissTo`
 * (this page's own address unless given) is the page without it. Mounted once.
 */
export const ToastRegion = ({ toast, dismissTo }: { toast?: ToastMessage | null; dismissTo?: string }) => {
	const { pathname, search } = useLocation();
	const hydrated = useHydrated();
	useEffect(() => {
		if (hydrated && toast) showToast(toast);
	}, [hydrated, toast]);
	if (hydrated) return <LiveToasts />;
	return toast ? <ServerToast toast={toast} dismissTo={dismissTo ?? `${pathname}${search}`} /> : null;
};
