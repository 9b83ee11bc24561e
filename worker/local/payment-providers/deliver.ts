import type { Account } from "./accounts.ts";
import type { BookedPayment } from "./books.ts";
import type { SentWebhook } from "./calls.ts";
import type { Switches } from "./switches.ts";

/** An attempt to deliver a webhook. */
export interface Delivery {
	platform: string;
	account: string;
	reference: string;
	url: string;
	body: string;
	/** The receiver's HTTP status; null when it did not answer. */
	status: number | null;
	at: number;
}

const keptDeliveries = 1_000;
const timeoutMs = 5_000;
const lateMs = 2_000;

/** Returns what sends webhooks, again after each gap until the receiver answers 2xx. */
export const openDeliveries = (switches: Switches, gapsMs: readonly number[]) => {
	const deliveries: Delivery[] = [];
	const timers = new Set<NodeJS.Timeout>();

	const later = (ms: number, run: () => void) => {
		const timer = setTimeout(() => {
			timers.delete(timer);
			run();
		}, ms);
		timers.add(timer);
	};

	const attempt = async (payment: BookedPayment, url: string, webhook: SentWebhook, tries: number): Promise<void> => {
		const { headers, body } = webhook;
		const { platform, account, reference } = payment;
		const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
		const status = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }).then(
			async (response) => {
				await response.body?.cancel();
				return response.status;
			},
			() => null,
		);
		deliveries.push({ platform, account, reference, url, body, status, at: Date.now() });
		deliveries.splice(0, deliveries.length - keptDeliveries);
		const isTaken = status !== null && status >= 200 && status < 300;
		const gap = gapsMs[tries];
		if (!isTaken && gap !== undefined) later(gap, () => attempt(payment, url, webhook, tries + 1));
	};

	return {
		all: (): readonly Delivery[] => deliveries,
		send: (payment: BookedPayment, { webhookUrl }: Account, webhook: SentWebhook): void => {
			if (webhookUrl === null) return;
			const isForged = webhook.signatureHeader !== undefined && switches.take("bad_signature", payment) !== undefined;
			const late = switches.take("late_webhook", payment);
			const times = switches.take("duplicate_webhook", payment) ? 2 : 1;
			const sent = isForged ? forged(webhook) : webhook;
			for (let time = 0; time < times; time++)
				later(late ? late.ms || lateMs : 0, () => attempt(payment, webhookUrl, sent, 0));
		},
		stop: (): void => {
			for (const timer of timers) clearTimeout(timer);
			timers.clear();
		},
	};
};

/** Returns the webhook with another signature, of the same length. */
const forged = (webhook: SentWebhook): SentWebhook => {
	const name = webhook.signatureHeader ?? "";
	const turned = (webhook.headers[name] ?? "").replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0"));
	return { ...webhook, headers: { ...webhook.headers, [name]: turned } };
};
