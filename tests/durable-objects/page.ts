import { expect, vi } from "vitest";
import { type HubMessage, ping, pong } from "#durable-objects/notification-hub/contract";
import type { Topic } from "#worker/contract/topics";

/** The browser's end of a live connection, with everything it received. */
export interface Page {
	socket: WebSocket;
	heard: string[];
	/** The code with which it was closed, if it was. */
	closed(): number | undefined;
}

/** Opens the browser's end of an accepted upgrade. */
export const openPage = (response: Response): Page => {
	const socket = response.webSocket;
	if (response.status !== 101 || !socket) throw new Error(`No upgrade but ${response.status}.`);
	const heard: string[] = [];
	let code: number | undefined;
	socket.addEventListener("message", (event) => {
		if (event.data !== pong) heard.push(String(event.data));
	});
	socket.addEventListener("close", (event) => {
		code = event.code;
	});
	socket.accept();
	return { socket, heard, closed: () => code };
};

/** Tells the hub which applicant the page shows. */
export const view = (page: Page, applicantId: string | null): void =>
	page.socket.send(JSON.stringify({ type: "viewing", applicantId }));

/** Subscribes the page to these topics instead of the former ones. */
export const subscribe = (page: Page, ...topics: Topic[]): void =>
	page.socket.send(JSON.stringify({ type: "subscribe", topics }));

/** The message to a page when these of its topics have changed. */
export const changed = (...topics: Topic[]): HubMessage => ({ type: "changed", topics });

const soon = { interval: 5, timeout: 3_000 };

/** Waits until the page has received this message last, and clears what it received. */
export const hears = async (page: Page, message: unknown): Promise<void> => {
	await vi.waitFor(() => expect(page.heard.map((text) => JSON.parse(text)).at(-1)).toEqual(message), soon);
	page.heard.length = 0;
};

/** Waits until the page is closed with this code. */
export const isClosedWith = (page: Page, code: number): Promise<void> =>
	vi.waitFor(() => expect(page.closed()).toBe(code), soon);

/** Waits until everything the hub has sent so far has arrived: the pong follows it. */
export const settle = async (...pages: Page[]): Promise<void> => {
	await Promise.all(pages.map(isAnswered));
};

/** Waits until the hub has handled everything the page has sent so far: its response follows it. */
export const handled = async (page: Page): Promise<void> => {
	const applicantId = crypto.randomUUID();
	const last = JSON.stringify({ type: "presence", applicantId, people: [] } satisfies HubMessage);
	view(page, applicantId);
	await vi.waitFor(() => expect(page.heard).toContain(last), soon);
	page.heard.splice(page.heard.indexOf(last), 1);
};

const isAnswered = ({ socket }: Page): Promise<void> =>
	new Promise((resolve) => {
		socket.addEventListener("message", (event) => {
			if (event.data === pong) resolve();
		});
		socket.send(ping);
	});
