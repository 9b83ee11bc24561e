import { forwardRef, type HTMLAttributes, type MouseEvent, type ReactNode, type Ref } from "react";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { KeyHint } from "#app/ui/key-hint";
import { Link } from "#app/ui/link";

/** What choosing an entry does: go to an address, or submit a form of the page. Never a write by a click alone. */
export type MenuTarget =
	| { to: string; form?: undefined }
	| { to?: undefined; form: { id: string; name?: string; value?: string; action?: string } };

/** An entry that shows what only scripts can show: left out until the page is hydrated. */
interface Showing {
	to?: undefined;
	form?: undefined;
	show: () => void;
}

export type MenuEntry = ((MenuTarget & { show?: undefined }) | Showing) & {
	id: string;
	label: ReactNode;
	icon?: Icon;
	keys?: readonly string[];
	disabled?: boolean;
	/** Why it cannot be chosen, or a hint. */
	hint?: string;
	tone?: "danger";
	/** Leaves the app: a file to download. */
	reloadDocument?: boolean;
	/** Another site, in a new tab. */
	newTab?: boolean;
	/** A line above it, and a heading when it has a text. */
	section?: string;
};

const entryClass = (entry: MenuEntry) =>
	entry.disabled
		? "menu-entry cursor-not-allowed text-text-3"
		: entry.tone === "danger"
			? "menu-entry text-red hover:bg-red-b data-focus:bg-red-b"
			: "menu-entry-plain";

/**
 * why: the menu closes at the click and removes the button with it, and a removed button submits nothing. why after the
 * menu has heard of it: a click whose own effect is prevented does not close it.
 */
const sendForm = (event: MouseEvent<HTMLButtonElement>) => {
	if (!event.currentTarget.form) return;
	event.preventDefault();
	event.currentTarget.form.requestSubmit(event.currentTarget);
};

/** One entry, the same with and without JavaScript. */
export const MenuEntryLine = forwardRef<HTMLElement, { entry: MenuEntry } & HTMLAttributes<HTMLElement>>(
	function MenuEntryLine({ entry, ...rest }, ref) {
		const content = (
			<>
				{entry.icon && <Glyph icon={entry.icon} />}
				<span className="min-w-0 flex-1">
					{entry.label}
					{entry.hint && <span className="block text-sm text-text-3">{entry.hint}</span>}
				</span>
				{entry.keys && <KeyHint keys={entry.keys} />}
			</>
		);
		const shared = { ...rest, className: entryClass(entry) };
		if (entry.disabled) {
			return (
				<span aria-disabled {...shared} ref={ref as Ref<HTMLSpanElement>}>
					{content}
				</span>
			);
		}
		if (entry.form) {
			const { id, name, value, action } = entry.form;
			return (
				<button
					type="submit"
					form={id}
					formAction={action}
					name={name}
					value={value}
					{...shared}
					onClick={(event) => {
						rest.onClick?.(event);
						sendForm(event);
					}}
					ref={ref as Ref<HTMLButtonElement>}
				>
					{content}
				</button>
			);
		}
		if (entry.show) {
			const { show } = entry;
			return (
				<button
					type="button"
					{...shared}
					onClick={(event) => {
						rest.onClick?.(event);
						show();
					}}
					ref={ref as Ref<HTMLButtonElement>}
				>
					{content}
				</button>
			);
		}
		return (
			<Link
				to={entry.to}
				reloadDocument={entry.reloadDocument}
				target={entry.newTab ? "_blank" : undefined}
				rel={entry.newTab ? "noreferrer" : undefined}
				preventScrollReset
				{...shared}
				ref={ref as Ref<HTMLAnchorElement>}
			>
				{content}
			</Link>
		);
	},
);
