import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { classNames } from "#app/ui/class-names";
import { Glyph } from "#app/ui/glyph";
import { Link } from "#app/ui/link";
import { Menu } from "#app/ui/menu/menu";
import { type Tab, TabLabel } from "#app/ui/page/tabs";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

/** Room for the button of the menu, in pixels. */
const moreWidth = 108;

/** Returns how many tabs stay in a row of that width; the current one always does. */
export const tabsThatFit = (widths: readonly number[], room: number, current: number): ReadonlySet<number> => {
	const whole = widths.reduce((sum, width) => sum + width, 0);
	if (whole <= room) return new Set(widths.keys());
	const shown = new Set(current >= 0 ? [current] : []);
	let left = room - moreWidth - (widths[current] ?? 0);
	for (const [index, width] of widths.entries()) {
		if (index === current) continue;
		left -= width;
		if (left < 0) break;
		shown.add(index);
	}
	return shown;
};

/** Tabs of which those without room are in a menu. Before the scripts run, and without them, the row scrolls. */
export const OverflowTabs = ({
	label,
	tabs,
	className,
}: {
	label: string;
	tabs: readonly Tab[];
	className?: string;
}) => {
	const row = useRef<HTMLElement>(null);
	const [shown, setShown] = useState<ReadonlySet<number>>();
	const current = tabs.findIndex((tab) => tab.current);
	const labels = tabs.map((tab) => `${tab.label} ${tab.count}`).join();
	useBrowserLayoutEffect(() => {
		const nav = row.current;
		if (!nav) return;
		const measure = () => {
			const items = [...nav.querySelectorAll<HTMLElement>("li[data-tab]")];
			for (const item of items) item.hidden = false;
			const widths = items.map((item) => item.offsetWidth + 2);
			const fitting = tabsThatFit(widths, nav.clientWidth, current);
			// why here too: React leaves an attribute alone that is the same in its eyes.
			for (const [index, item] of items.entries()) item.hidden = !fitting.has(index);
			setShown((before) => (before && [...before].join() === [...fitting].join() ? before : fitting));
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(nav);
		return () => observer.disconnect();
	}, [labels, current]);
	const hidden = shown ? tabs.filter((_, index) => !shown.has(index)) : [];
	return (
		<div className={classNames("flex items-end border-b border-line", className)}>
			<nav ref={row} aria-label={label} className="scrollbar-none min-w-0 flex-1 overflow-x-auto">
				<ul className="flex w-max gap-0.5">
					{tabs.map((tab, index) => (
						<li key={tab.to} data-tab hidden={shown ? !shown.has(index) : undefined}>
							<Link to={tab.to} preventScrollReset aria-current={tab.current ? "page" : undefined} className="tab">
								<TabLabel {...tab} />
							</Link>
						</li>
					))}
					{hidden.length > 0 && (
						<li>
							<Menu
								button={
									<>
										{hidden.length} more <Glyph icon={ChevronDown} className="size-3.5" />
									</>
								}
								buttonClassName="tab cursor-pointer"
								entries={hidden.map((tab) => ({
									id: tab.to,
									to: tab.to,
									label: (
										<span className="flex justify-between gap-4">
											<TabLabel {...tab} />
										</span>
									),
								}))}
							/>
						</li>
					)}
				</ul>
			</nav>
		</div>
	);
};
