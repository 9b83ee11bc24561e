import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { iconProps } from "#app/ui/icon";
import type { ToastMessage } from "#app/ui/toast/toast";
import { ToastForm } from "#app/ui/toast/toast-form";
import { dismissClass, serverToast, toastClass, toastIcons, toastLinkClass } from "#app/ui/toast/toast-look";
import { ToastText } from "#app/ui/toast/toast-text";

/** The toast as the server draws it: what a user without JavaScript sees. */
export const ServerToast = ({ toast, dismissTo }: { toast: ToastMessage; dismissTo: string }) => (
	<div
		role="status"
		className={`${toastClass} ${serverToast} fixed top-4 right-4 z-60 w-89 sm:top-29 print:hidden noscript:top-auto noscript:bottom-4`}
	>
		<span className="mt-0.5">{toastIcons[toast.kind]}</span>
		<span className="flex-1" data-message>
			<ToastText {...toast} />
		</span>
		{toast.link && (
			<Link to={toast.link.to} className={toastLinkClass}>
				{toast.link.label}
			</Link>
		)}
		{toast.action && <ToastForm action={toast.action} />}
		<Link to={dismissTo} aria-label="Dismiss" className={dismissClass}>
			<X {...iconProps} size={14} />
		</Link>
	</div>
);
