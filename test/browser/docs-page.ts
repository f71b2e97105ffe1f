import { type Locator, type Page } from 'playwright-core';

/** The actions of a user on the documentation page. */
export class DocsPage {
  constructor(private readonly page: Page) {}

  async open(origin: string): Promise<void> {
    await this.page.goto(`${origin}/docs`);
    await this.operation('listNetworks').waitFor();
  }

  async authorize(key: string): Promise<void> {
    await this.page.locator('.scheme-container .authorize').click();
    await this.page.locator('.dialog-ux input').fill(key);
    await this.page.locator('.dialog-ux .authorize').click();
    await this.page.locator('.dialog-ux .btn-done').click();
  }

  /** Executes an operation with its default values, except for the given parameters. */
  async tryOut(
    id: string,
    parameters: Record<string, string> = {},
  ): Promise<{ status: string; body: string }> {
    const operation = this.operation(id);
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    for (const [name, value] of Object.entries(parameters)) {
      await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
    }
    await operation.locator('.execute').click();
    const response = operation.locator('.live-responses-table .response').first();
    const body = response.locator('.highlight-code pre').first();
    await body.waitFor();
    return {
      status: (await response.locator('.response-col_status').innerText()).trim().slice(0, 3),
      body: await body.innerText(),
    };
  }

  operation(id: string): Locator {
    return this.page.locator(`.opblock[id$="-${id}"]`);
  }

  async colourOf(id: string): Promise<string> {
    const method = this.operation(id).locator('.opblock-summary-method');
    return method.evaluate(
      (element) => element.ownerDocument.defaultView!.getComputedStyle(element).backgroundColor,
    );
  }
}
